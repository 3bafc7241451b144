// Which gateway to ask about a platform's accounts: the configured one, or outside production the demo's.
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { DemoGateway } from './demoGateway.ts'

const platformTitles: Record<string, string> = {
  toutiao: '巨量引擎',
  gdt: '腾讯广告',
  kuaishou: '磁力引擎',
  bilibili: '哔哩哔哩',
}

export interface Gateway {
  url: URL
  /** Private networks that the gateway may be in. */
  allowed: readonly string[]
}

interface Platform {
  key: string
  title: string
  /** Host of the gateway; empty when none is configured. */
  gateway: string
}

export function platformsOf({ installation, production }: Settings): Platform[] {
  const { adGateways } = installation
  const keys = new Set([...Object.keys(platformTitles), ...Object.keys(adGateways)])
  return [...keys].map((key) => ({
    key,
    title: adGateways[key]?.title ?? platformTitles[key] ?? key,
    gateway: adGateways[key] ? new URL(adGateways[key].url).host : production ? '' : '演示网关（本机）',
  }))
}

export async function gatewayOf(settings: Settings, demo: DemoGateway, platform: string): Promise<Gateway> {
  const given = settings.installation.adGateways[platform]
  if (given) return { url: new URL(given.url), allowed: given.allowed ?? [] }
  if (settings.production) {
    throw new AppError(
      'gateway_failed',
      `平台 ${platform} 没有设置网关，请管理员在 settings.json 的 adGateways 中填写后重启`,
    )
  }
  return { url: await demo.url(), allowed: ['127.0.0.1'] }
}
