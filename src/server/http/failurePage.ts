// The HTML page for a browser that navigated to a missing page: a message and a link, never JSON.
import type { IncomingHttpHeaders } from 'node:http'
import type { AppError } from '#shared/errors.ts'

interface Asked {
  method: string
  headers: IncomingHttpHeaders
}

/** Navigation of a window or a frame. Browsers without Sec-Fetch headers ask for HTML first. */
export function isNavigation({ method, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return /^(document|i?frame)$/.test(String(destination))
  return /^\s*text\/html\b/.test(headers.accept ?? '')
}

const titles: Readonly<Record<number, string>> = {
  400: '地址有误',
  403: '不能打开',
  404: '没有这个页面',
  413: '内容过大',
  414: '地址太长',
  421: '主机名不对',
  429: '访问过于频繁',
  431: '地址太长',
  503: '暂时不能打开',
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const pageType = 'text/html; charset=utf-8'

/** Self-contained: no script and no further requests. */
export function failurePage(status: number, message: string): string {
  const title = titles[status] ?? '打开失败'
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 14px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
body { margin: 20vh auto 0; max-width: 32rem; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
small { opacity: 0.7; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(message)}</p>
<p><a href="/">返回首页</a></p>
<p><small>状态码 ${status}</small></p>
</main>
</body>
</html>
`
}

export const failurePageOf = (failure: AppError): string => failurePage(failure.status, failure.message)

export const tooLong =
  '这个地址太长，服务器无法处理。请在原来的页面上用「复制链接」得到短地址，或回到首页重新选择条件。'
