// Where traces go, as OpenTelemetry's own variables say it.

export interface TracingSettings {
  /** Takes OTLP over HTTP: `…/v1/traces`. */
  url: string
  /** Sent along, such as a key of the collector; secret. */
  headers: Record<string, string>
  /** Of traces that begin here or that others name: 0 to 1. */
  share: number
  serviceName: string
}

type Environment = Record<string, string | undefined>

/** Null: nothing is traced. Throws an Error that names the variable. */
export function readTracing(env: Environment): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  const share = readShare(env.OTEL_TRACES_SAMPLER_ARG)
  const headers = readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS)
  const serviceName = env.OTEL_SERVICE_NAME || 'analytics-v3'
  if (!endpoint) return null
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  // The address may hold a key, so it is not repeated.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT 应为 http:// 或 https:// 开头的收集器地址，不含账号和参数（如 http://127.0.0.1:4318）',
    )
  const base = url.href.endsWith('/') ? url.href.slice(0, -1) : url.href
  return { url: `${base}/v1/traces`, headers, share, serviceName }
}

function readShare(text: string | undefined): number {
  if (!text) return 1
  const share = Number(text)
  if (/^[\d.]+$/.test(text) && share <= 1) return share
  throw new Error(`OTEL_TRACES_SAMPLER_ARG 应为 0 到 1 的小数，现为「${text}」`)
}

/** `name=value,name=value`, with values encoded as in addresses. */
function readHeaders(text: string | undefined): Record<string, string> {
  if (!text) return {}
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, Math.max(0, at)).trim(), decoded(pair.slice(at + 1).trim())] as const
  })
  // Values are secret, so none is repeated.
  if (
    pairs.some(([name, value]) => !/^[\w-]+$/.test(name) || value === null || !/^[\x20-\x7e]+$/.test(value))
  )
    throw new Error(
      'OTEL_EXPORTER_OTLP_HEADERS 应为「名=值」，几个之间用逗号隔开，值里的特殊字符须写作 % 加两位十六进制',
    )
  return Object.fromEntries(pairs) as Record<string, string>
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
