// Parses a User-Agent header. A library knows browsers, systems and devices; the table below knows Chinese
// apps with built-in browsers, and robots.
import Bowser from 'bowser'

interface Fact {
  label: string
  value: string
  note?: string
}

/** Patterns of the header, the most specific first. */
const apps: readonly (readonly [RegExp, string])[] = [
  [/miniProgram/i, '微信小程序'],
  [/wxwork\/([\d.]+)/i, '企业微信'],
  [/MicroMessenger\/([\d.]+)/i, '微信'],
  [/AlipayClient\/([\d.]+)/i, '支付宝'],
  [/DingTalk\/([\d.]+)/i, '钉钉'],
  [/(?:Lark|Feishu)\/([\d.]+)/i, '飞书'],
  [/\bQQ\/([\d.]+)/i, 'QQ'],
  [/Weibo[^/\d]*([\d.]+)?/i, '微博'],
  [/(?:aweme|BytedanceWebview|musical_ly)[^\d]*([\d.]+)?/i, '抖音'],
  [/NewsArticle\/([\d.]+)/i, '今日头条'],
  [/(?:Kwai|kuaishou)[^\d]*([\d.]+)?/i, '快手'],
  [/XiaoHongShu|discover\/([\d.]+)/i, '小红书'],
  [/BiliApp|bilibili/i, '哔哩哔哩'],
  [/baiduboxapp\/([\d.]+)/i, '百度'],
  [/(?:AliApp\(TB|Taobao)[^\d]*([\d.]+)?/i, '淘宝'],
  [/jdapp/i, '京东'],
  [/TapTap/i, 'TapTap'],
  [/MQQBrowser\/([\d.]+)/i, 'QQ 浏览器'],
  [/UCBrowser\/([\d.]+)/i, 'UC 浏览器'],
  [/HuaweiBrowser\/([\d.]+)/i, '华为浏览器'],
  [/MiuiBrowser\/([\d.]+)/i, '小米浏览器'],
  [/HeyTapBrowser\/([\d.]+)/i, 'OPPO 浏览器'],
  [/VivoBrowser\/([\d.]+)/i, 'vivo 浏览器'],
  [/QuarkPC|Quark\/([\d.]+)/i, '夸克'],
  [/FBAN|FBAV\/([\d.]+)/i, 'Facebook'],
  [/Electron\/([\d.]+)/i, 'Electron 应用'],
]
const robots =
  /\b([\w-]*(?:bot|spider|crawler|slurp)[\w-]*)\b|\b(curl|wget|python-requests|python-urllib|okhttp|axios|node-fetch|undici|Go-http-client|Java|Apache-HttpClient|PostmanRuntime|HeadlessChrome|PhantomJS|facebookexternalhit)\b/i
const kinds: Readonly<Record<string, string>> = {
  desktop: '电脑',
  mobile: '手机',
  tablet: '平板',
  tv: '电视',
  bot: '机器',
}
const networks: Readonly<Record<string, string>> = {
  WIFI: 'Wi-Fi',
  '5G': '5G',
  '4G': '4G',
  '3G+': '3G',
  '3G': '3G',
  '2G': '2G',
}

export function readAgent(agent: string): Fact[] {
  const typed = agent
    .trim()
    .replace(/^User-Agent:\s*/i, '')
    .slice(0, 2_000)
  const { browser, os, platform, engine } = Bowser.parse(typed)
  const named = (name: string | undefined, version: string | undefined) =>
    [name, version].filter(Boolean).join(' ') || '无法识别'
  const app = apps.map(([word, title]) => ({ title, found: word.exec(typed) })).find(({ found }) => found)
  const robot = robots.exec(typed)
  const model = /;\s*(?:[a-z]{2}-[a-z]{2};\s*)?([^;()]{2,60}?)\s+Build\//i.exec(typed)?.[1]
  const network = /NetType\/(\S{1,20})/i.exec(typed)?.[1]
  const language = /Language\/(\S{1,20})/i.exec(typed)?.[1]
  return [
    { label: '浏览器', value: named(browser.name, browser.version) },
    ...(app
      ? [{ label: '所在应用', value: named(app.title, app.found?.[1]), note: '应用内打开的网页' }]
      : []),
    { label: '系统', value: named(os.name, os.version), ...(os.versionName && { note: os.versionName }) },
    { label: '设备', value: kinds[platform.type ?? ''] ?? '无法识别' },
    ...(model || platform.model
      ? [{ label: '型号', value: [platform.vendor, model ?? platform.model].filter(Boolean).join(' ') }]
      : []),
    { label: '内核', value: named(engine.name, engine.version) },
    ...(robot ? [{ label: '机器访问', value: robot[1] ?? robot[2] ?? '', note: '爬虫、脚本或监控' }] : []),
    ...(network ? [{ label: '网络', value: networks[network.toUpperCase()] ?? network }] : []),
    ...(language ? [{ label: '语言', value: language }] : []),
  ]
}
