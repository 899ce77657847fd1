// Storage for tests that run without a browser.

export const storage = new Map<string, string>();

Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  },
});

Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: localStorage });
