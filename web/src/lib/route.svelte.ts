// Where we are: the path of the address. Links inside the house change it without a new page.

export const route = $state({ path: location.pathname, query: location.search, code: '' });

const CODE = '#seat='; // behind it is a code that moves a seat to this device: browsers send nobody what is behind a #

/** Take the code out of the address, so that it is in no history and no bookmark. */
function takeCode(): void {
  if (!location.hash.startsWith(CODE)) return;
  route.code = location.hash.slice(CODE.length);
  history.replaceState(null, '', location.pathname + location.search);
}

// A code that is being used, for when the page is loaded again before the answer has come
const USED = 'cardhouse code';

/** Remember the code for this tab: without it, nothing could be asked again. */
export function keepCode(): void {
  try {
    sessionStorage.setItem(USED, `${location.pathname} ${route.code}`);
  } catch {
    // then the link must be opened again
  }
}

export function forgetCode(): void {
  route.code = '';
  try {
    sessionStorage.removeItem(USED);
  } catch {
    // it was not kept
  }
}

function keptCode(): string {
  try {
    const [path, code] = (sessionStorage.getItem(USED) ?? '').split(' ');
    return path === location.pathname ? (code ?? '') : '';
  } catch {
    return '';
  }
}

/** A link that moves a seat to whoever opens it. */
export const linkWithCode = (id: string, code: string) => `${location.origin}/t/${id}${CODE}${code}`;

function look(): void {
  route.path = location.pathname;
  route.query = location.search;
  takeCode();
}

takeCode();
route.code ||= keptCode();

export function go(to: string, how: { replace?: boolean } = {}): void {
  history[how.replace ? 'replaceState' : 'pushState'](null, '', to);
  look();
  if (!how.replace) scrollTo(0, 0);
}

addEventListener('popstate', look);
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api') || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

/** `/t/merry-oak` fits `/t/:id`, and gives {id: 'merry-oak'}. */
export function fits(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) {
      try {
        found[part.slice(1)] = decodeURIComponent(given[i]!);
      } catch {
        return null;
      }
    } else if (part !== given[i]) return null;
  }
  return found;
}
