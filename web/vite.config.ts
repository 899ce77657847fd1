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
  server: { proxy: { '/api': HOUSE, '/socket': { target: HOUSE, ws: true } } }, // for `npm run dev` beside a house
});
