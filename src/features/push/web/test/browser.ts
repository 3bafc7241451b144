// This browser as one that takes Web Push: asked for by a press, registered with its push service, told to the server.

import { call, quiet } from '#web/api/client.ts'
import { deletePushBrowser, type PushBrowser, savePushBrowser, webPushKey } from '#features/push/contract.ts'

const workerPath = '/push-worker.js'
/** So narrow that it has nothing to do with the other pages. */
const scope = '/push/'

/** Why this browser can take none, in Chinese; null where it can. */
export function whyNot(): string | null {
  if (!window.isSecureContext) return '此页面不是 https 打开的，浏览器不允许接收推送'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return '这个浏览器不支持 Web Push'
  return null
}

/** Of the browsers that the server knows, this one. */
export async function presentBrowser(known: readonly PushBrowser[]): Promise<PushBrowser | null> {
  if (whyNot() !== null) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return null
  const mark = await markOf(subscription.endpoint)
  return known.find((one) => one.mark === mark) ?? null
}

async function markOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface Received {
  title: string
  body: string
  /** Whether the system shows it as a notification. */
  isShown: boolean
}

/** Tells of each message that comes to this browser while the page is open; answers how to stop. */
export function whenReceived(told: (message: Received) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listener = ({ data }: MessageEvent) => {
    if (data?.kind !== 'push') return
    told({ title: String(data.title), body: String(data.body), isShown: data.isShown === true })
  }
  navigator.serviceWorker.addEventListener('message', listener)
  return () => navigator.serviceWorker.removeEventListener('message', listener)
}

/** Throws an Error that says in Chinese what is in the way. */
export async function registerBrowser(cgi: string): Promise<PushBrowser> {
  const reason = whyNot()
  if (reason !== null) throw new Error(reason)
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('没有得到通知的许可：请在浏览器询问时选择允许，或在网站设置里允许后再试')
  const { publicKey } = await call(webPushKey, {}, quiet)
  await navigator.serviceWorker.register(workerPath, { scope })
  const registration = await readyRegistration()
  const subscription = await subscribe(registration, publicKey)
  const { endpoint, keys } = subscription.toJSON()
  const body = {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    ...(cgi !== '' && { cgi }),
  }
  return call(savePushBrowser, { body }, quiet)
}

/** The page is within the scope, so the worker is its own once it is active. */
const readyRegistration = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.ready

async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const { name } = error as Error
    // Registered under a key that the server no longer has.
    if (name === 'InvalidStateError') {
      await (await pushManager.getSubscription())?.unsubscribe()
      return pushManager.subscribe(options)
    }
    throw new Error(`浏览器向推送服务登记失败（${name}）：请检查它能否连上推送服务，然后再试`)
  }
}

export async function forgetBrowser({ id }: PushBrowser): Promise<void> {
  await call(deletePushBrowser, { params: { id }, body: {} }, quiet)
}

export async function forgetThisBrowser(browser: PushBrowser): Promise<void> {
  await forgetBrowser(browser)
  const registration = await navigator.serviceWorker.getRegistration(scope)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
