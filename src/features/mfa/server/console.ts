// Where the account of `redirectAliyunMfa/datashareuser` signs in: the one address that the settings name. Outside production
// a demo that names none has the console's own.
import type { Settings } from '#server/settings.ts'

interface Console {
  url: URL | null
  demo: boolean
  /** Chinese: why there is no address; empty without a problem. */
  problem: string
}

const demoConsole = 'https://signin.aliyun.com/login.htm'

export function consoleOf({
  installation: { mfa },
  production,
}: Pick<Settings, 'installation' | 'production'>): Console {
  if (mfa.console !== undefined) return { url: new URL(mfa.console), demo: false, problem: '' }
  if (!production) return { url: new URL(demoConsole), demo: true, problem: '' }
  const problem = '没有设置控制台地址，请管理员在 settings.json 的 mfa.console 中填写后重启'
  return { url: null, demo: false, problem }
}
