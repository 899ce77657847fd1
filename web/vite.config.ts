import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const HOUSE = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/cardhouse/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy of the page allows no data: but for pictures, and caching is better
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  // For `npm run dev` beside a house. Objects, not addresses: those would change the Host, and the page be another site's.
  server: { proxy: { '/api': { target: HOUSE }, '/socket': { target: HOUSE, ws: true } } },
});
