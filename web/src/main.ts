import { mount } from 'svelte';
import App from './App.svelte';
import { spoken } from './lib/memory.svelte';
import { speak } from './words/index.svelte';
import './app.css';

// Not `await`: parts that are loaded later import from this module, and would wait for it to end.
void speak(spoken()).then(() => mount(App, { target: document.getElementById('page')! }));

// Over plain http only this computer itself may have one: elsewhere the page is the same, without the page offline.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
}
