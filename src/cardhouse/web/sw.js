// The service worker: it keeps the page for when there is no network, and says "your turn". The build fills in what the
// page is made of. Games need the house, which holds the cards: without it, the page says so.

const FILES = ["/assets/Evening-BMDEJFlG.css","/assets/Evening-BjIo4LY3.js","/assets/NewEvening-B05e6yzh.js","/assets/NewEvening-C27MHUa5.css","/assets/Replay-BYExe6Wb.css","/assets/Replay-CxjS41Vt.js","/assets/de-B9Au6d2n.js","/assets/de-CwVLeeai.js","/assets/dist-BJrmHKyY.js","/assets/es-BdAcp10p.js","/assets/es-N8KXX6oW.js","/assets/fr-Bbt9naRv.js","/assets/fr-DH9_OtCR.js","/assets/icon-h0lVtnDj.svg","/assets/icon-turn-BaJ6dWHH.svg","/assets/index-B0sspSAX.js","/assets/index-s8SMdsYT.css","/assets/marked.esm-DZCVybOJ.js"];
const SHELL = 'cardhouse 6367d9ec0927';
const NOT_THE_PAGE = /^\/(api|docs|socket|health|metrics|openapi\.json)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.addAll(['/', ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

/** Throw away the pages of earlier versions. */
async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('cardhouse ') && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && !NOT_THE_PAGE.test(pathname)) event.respondWith(fetch(request).catch(page));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

/** The page as it was kept: the browser shows its own error if there is none. */
const page = () => caches.open(SHELL).then(async (shell) => (await shell.match('/')) ?? Response.error());

/** An asset has a hash of its content in its name: what was kept is what it is. */
async function asset(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shell.put(request, answer.clone());
  return answer;
}

// Calls: "your turn", sent by the house through the push service of this browser. A call can come late, or again, so the
// worker asks the house whether it is still that player's turn. It needs no token for that: everybody may know.

const CALLS = 'calls'; // the cache in which the page keeps what is said; src/lib/calls.ts fills it
const ID = /^[a-z0-9-]{3,80}$/;
const PATIENCE = 10_000; // milliseconds
const LOOK = { lang: 'en', look: 'Open Cardhouse to see whose turn it is.' }; // if the page has kept nothing

self.addEventListener('push', (event) => event.waitUntil(call(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data));
});

/** Show what is true of a call. A browser insists that something is shown. */
async function call(data) {
  const table = tableIn(data);
  const [words, mine] = await Promise.all([kept(`/${CALLS}`), table && kept(`/${CALLS}/${table}`)]);
  const options = { icon: '/icons/icon-192.png', lang: words?.lang, data: table ? `/t/${table}` : '/' };
  if (!words || !mine) {
    const { lang, look } = words?.look ? words : LOOK;
    return self.registration.showNotification('Cardhouse', { ...options, lang, body: look, tag: CALLS });
  }
  const title = words[await stateOf(table, mine.name)];
  const body = `${mine.title}: ${table}`;
  return self.registration.showNotification(title, { ...options, body, tag: `${CALLS} ${table}` });
}

function tableIn(data) {
  try {
    const { table } = data.json();
    return typeof table === 'string' && ID.test(table) ? table : '';
  } catch {
    return '';
  }
}

async function kept(key) {
  const found = await (await caches.open(CALLS)).match(key);
  return found?.json();
}

/** Which sentence is true: it is this player's turn, it is not, or the house does not say. */
async function stateOf(table, name) {
  try {
    const answer = await fetch(`/api/tables/${table}`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    if ([404, 410].includes(answer.status)) return 'over';
    const { phase, seats, to_act } = await answer.json();
    return phase === 'play' && to_act.some((seat) => seats[seat].name === name) ? 'turn' : 'over';
  } catch {
    return 'unsure';
  }
}

async function visit(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
