// A notice of the system, for who looks elsewhere. Some browsers have none, or only for installed pages.

export async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

export function notify(title: string, body: string): void {
  try {
    if (Notification.permission === 'granted') new Notification(title, { body, tag: body });
  } catch {
    // see above
  }
}
