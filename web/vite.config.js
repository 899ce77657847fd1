import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const HOUSE = 'http://127.0.0.1:8000';
const LATER = /\/1\d[cdhs]-/; // the court cards: kept when they are shown

/** Write the service worker, with the files that the page is made of and a name that changes with them. */
function serviceWorker() {
  return {
    name: 'cardhouse-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !LATER.test(name));
      const list = JSON.stringify(files.sort().map((name) => `/${name}`));
      const source = readFileSync(new URL('./sw.js', import.meta.url), 'utf8').replace('__FILES__', list);
      const index = readFileSync(new URL('./index.html', import.meta.url));
      const build = createHash('sha256').update(source).update(index).digest('hex').slice(0, 12);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: source.replace('__BUILD__', build) });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
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
