// Checks of this browser: its storage, its downloads and its permissions.
import { consoleLines, policyWords } from '#web/shell/console/recorder.ts'
import { storageWorks } from '#web/shell/storage.ts'
import type { Check, Outcome } from './types.ts'

type Finding = readonly [state: Outcome['state'], says: string]

const check = (id: string, title: string, find: () => Finding | Promise<Finding>, timed = true): Check => ({
  id,
  group: '浏览器',
  title,
  run: async () => {
    const begun = performance.now()
    const [state, says] = await find()
    return { state, says, ms: timed ? performance.now() - begun : null, details: null, requestId: '' }
  },
})

const storage = check('localStorage', '本地存储', () =>
  storageWorks()
    ? ['ok', '能保存个人设置']
    : ['failed', '不能写入 localStorage：设置只在此标签页有效；请退出无痕模式或放行网站数据'],
)

const database = check('indexedDB', '本地数据库', async () => {
  try {
    return (await writesDatabase())
      ? ['ok', '能保存字典缓存和 SQL 草稿']
      : ['failed', '写入的内容读回来不一样；SQL 草稿可能丢失，请及时保存']
  } catch {
    return ['failed', 'IndexedDB 不能用：字典每次重新读取，SQL 草稿只存少量；请退出无痕模式或腾出磁盘空间']
  }
})

async function writesDatabase(): Promise<boolean> {
  const name = 'installation_check'
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('check')
  const opened = await settled(opening)
  try {
    const transaction = opened.transaction('check', 'readwrite')
    const store = transaction.objectStore('check')
    const value = crypto.getRandomValues(new Uint8Array(1024)).join()
    store.put(value, 'check')
    return (await settled(store.get('check'))) === value
  } finally {
    opened.close()
    indexedDB.deleteDatabase(name)
  }
}

const clipboard = check(
  'clipboard',
  '剪贴板',
  () =>
    typeof navigator.clipboard?.writeText === 'function'
      ? ['ok', '能复制']
      : ['warning', '浏览器不允许写剪贴板（多半因为不是 https）：复制要手动选取'],
  false,
)

const editor = check('editor', 'SQL 编辑器', async () => {
  await import('#web/editor/monaco.ts')
  return ['ok', '编辑器的文件能加载']
})

const chart = check('chart', '图表', async () => {
  await import('#web/chart/echarts.ts')
  return ['ok', '图表的文件能加载']
})

const worker = check(
  'serviceWorker',
  '推送',
  async () => {
    if (!navigator.serviceWorker)
      return ['off', '此地址不能用 Service Worker（要 https）：收不到测试推送，其他不受影响']
    const registered = await navigator.serviceWorker.getRegistration('/')
    return registered
      ? ['ok', '此浏览器登记过，能收测试推送']
      : ['off', '此浏览器没有登记接收推送；需要时在「测试推送」里登记']
  },
  false,
)

const fonts = check(
  'fonts',
  '中文字体',
  async () => {
    await document.fonts.ready
    return drawsChinese()
      ? ['ok', '汉字能显示']
      : ['failed', '这台电脑没有中文字体，汉字会成方框；请安装中文字体，如 Noto Sans CJK SC']
  },
  false,
)

/** All characters missing from a font look the same. */
function drawsChinese(): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = 24
  canvas.height = 24
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  const draw = (sign: string) => {
    context.clearRect(0, 0, 24, 24)
    context.font = `16px ${getComputedStyle(document.body).fontFamily}`
    context.fillText(sign, 2, 18)
    return context.getImageData(0, 0, 24, 24).data.join()
  }
  return draw('数') !== draw('据')
}

const policy = check(
  'policy',
  '内容安全策略',
  () => {
    const count = consoleLines().filter(({ text }) => text.startsWith(policyWords)).length
    return count === 0
      ? ['ok', '没有拦下过内容']
      : ['warning', `拦下过 ${count} 次外来内容，多半来自浏览器扩展；详情见「控制台」`]
  },
  false,
)

const tabs = check(
  'tabs',
  '多标签同步',
  () =>
    typeof BroadcastChannel === 'function'
      ? ['ok', '改动会告知其他标签页']
      : ['warning', '浏览器太旧，各标签页互不知情；请升级浏览器'],
  false,
)

export const browserChecks: readonly Check[] = [
  storage,
  database,
  clipboard,
  editor,
  chart,
  fonts,
  policy,
  tabs,
  worker,
]
