// Checks the server's own process: the event loop's delay and the memory.
import { readFile } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sizeText, spanText } from '#shared/amounts.ts'
import { detail, type Look } from './finding.ts'

const watchedMs = 300
const resolutionMs = 10
/** A delay that users begin to notice, in milliseconds. */
const slowMs = 100

export const lookAtServer: Look = async ({ settings }, signal) => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  await sleep(watchedMs, undefined, { signal })
  delay.disable()
  // The delay is measured since the previous check.
  const lateMs = Math.max(0, delay.max / 1e6 - resolutionMs)
  const { rss, heapUsed } = process.memoryUsage()
  const isSlow = lateMs > slowMs
  return {
    state: isSlow ? 'warning' : 'ok',
    says: isSlow ? '服务正忙，响应会慢一些；若一直如此，请联系管理员' : '服务在正常应答',
    ms: Math.round(lateMs * 10) / 10,
    details: [
      detail('版本', await versionOf()),
      detail('Node', process.version),
      detail('已运行', spanText(process.uptime() * 1000)),
      detail('事件循环延迟', `最多 ${lateMs.toFixed(1)} ms`),
      detail('内存', `${sizeText(rss)}（堆 ${sizeText(heapUsed)}）`),
      detail('本机内存', `空闲 ${sizeText(freemem())}，共 ${sizeText(totalmem())}`),
      detail('业务时区', `${settings.zone}，每天 ${settings.cutoffHour} 点起`),
    ],
  }
}

async function versionOf(): Promise<string> {
  const text = await readFile(new URL('../../../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
