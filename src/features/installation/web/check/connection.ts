// Checks of the connection to the server: latency, the session, and the difference between the clocks.

import { spanText } from '#shared/amounts.ts'
import { aheadOfUtc, readersZone } from '#shared/moment.ts'
import { call } from '#web/api/client.ts'
import { installation } from '#web/shell/installation.ts'
import { pingServer } from '#features/installation/contract.ts'
import type { Check, Outcome } from './types.ts'

const pings = 7
const slowMs = 300
/** Beyond this difference, sessions, one-time codes and signed calls fail. */
const wrongClockMs = 30_000

interface Ping {
  ms: number
  /** How far the server's clock is ahead, plus or minus half the round trip. */
  aheadMs: number
}

let pinged: Promise<Ping[]> | null = null

async function ping(signal: AbortSignal): Promise<Ping[]> {
  const found: Ping[] = []
  for (let time = 0; time < pings; time += 1) {
    const begun = performance.now()
    const { now } = await call(pingServer, {}, { quiet: true, loading: null, signal })
    const ms = performance.now() - begun
    found.push({ ms, aheadMs: now + ms / 2 - Date.now() })
  }
  return found.sort((one, other) => one.ms - other.ms)
}

/** Both checks share one series of pings, and each run makes a new one. */
export function forgetPings(): void {
  pinged = null
}
const pingOnce = (signal: AbortSignal): Promise<Ping[]> => {
  pinged ??= ping(signal)
  return pinged
}

const plain = (state: Outcome['state'], says: string, ms: number | null = null): Outcome => ({
  state,
  ms,
  says,
  details: null,
  requestId: '',
})

export const connectionChecks: readonly Check[] = [
  {
    id: 'latency',
    group: '连接',
    title: '往返延迟',
    run: async (signal) => {
      const found = await pingOnce(signal)
      const middle = found[Math.floor(found.length / 2)]?.ms ?? 0
      const most = found.at(-1)?.ms ?? 0
      const told = `${found.length} 次往返，中位 ${middle.toFixed(1)} ms，最慢 ${most.toFixed(1)} ms`
      return middle > slowMs
        ? plain('warning', `${told}；网络慢，每次操作都会慢，请检查网络或代理`, middle)
        : plain('ok', told, middle)
    },
  },
  {
    id: 'session',
    group: '连接',
    title: '登录与 Cookie',
    run: async (signal) => {
      if (!navigator.cookieEnabled)
        return plain('failed', '浏览器不允许 Cookie，登录保持不住；请在浏览器设置里放行')
      const [quickest] = await pingOnce(signal)
      return plain('ok', '登录有效，Cookie 能用', quickest?.ms ?? null)
    },
  },
  {
    id: 'clock',
    group: '连接',
    title: '时钟',
    run: async (signal) => {
      const [quickest] = await pingOnce(signal)
      const ahead = quickest?.aheadMs ?? 0
      if (Math.abs(ahead) <= wrongClockMs)
        return plain('ok', `与服务器相差 ${(Math.abs(ahead) / 1000).toFixed(1)} 秒`)
      const how = `本机时间比服务器${ahead > 0 ? '慢' : '快'} ${spanText(Math.abs(ahead))}`
      return plain('warning', `${how}；动态口令和签名会对不上，请校准本机时间`)
    },
  },
  {
    id: 'zone',
    group: '连接',
    title: '时区',
    run: async () => {
      const [own, now] = [readersZone(), Date.now()]
      const { zone } = installation()
      return aheadOfUtc(now, own) === aheadOfUtc(now, zone)
        ? plain('ok', `与业务时区（${zone}）一致`)
        : plain('warning', `本机是 ${own}，报表按业务时区 ${zone} 计日，「今天」可能不是同一天`)
    },
  },
]
