// The service worker that takes Web Push: shows what it is sent as a notification, and opens its link when that is
// pressed. It looks at no request of the pages.
const shown = (text, fallback) => (typeof text === 'string' && text.trim() !== '' ? text : fallback)
const picture = (address) => (/^https:\/\//i.test(address ?? '') ? address : undefined)

/** What is no message of ours is shown as the text it is: a push that shows nothing would be held against us. */
function messageOf(data) {
  const text = data?.text() ?? ''
  try {
    const message = JSON.parse(text)
    if (typeof message === 'object' && message !== null) return message
  } catch {
    // A text then.
  }
  return { body: text.slice(0, 1000) }
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(receive(messageOf(event.data))))

/** The test page, where it is open, tells that the message came, and whether the system shows it. */
async function receive({ title, body, icon, media, uri, action }) {
  const message = { title: shown(title, '推送'), body: shown(body, '') }
  const options = { body: message.body, data: { uri, action }, icon: picture(icon), image: picture(media) }
  const isShown = await self.registration.showNotification(message.title, options).then(
    () => true,
    () => false,
  )
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage({ kind: 'push', ...message, isShown })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { uri } = event.notification.data ?? {}
  // Links into an app mean nothing to a browser, and none but https is opened.
  const address = /^https:\/\//i.test(uri ?? '') ? uri : '/push/pushTest'
  event.waitUntil(self.clients.openWindow(address))
})
