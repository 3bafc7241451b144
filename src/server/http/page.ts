// The HTML pages of the web application (product and embeds), with the installation's values that they need
// before any call.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brandOf } from '../installation.ts'
import type { Settings } from '../settings.ts'

const placeholder = '<!--installation-->'

/** Read by the shell from `<meta name="installation">`. */
interface PageInstallation {
  title: string
  logo: string | null
  favicon: string | null
  /** Whether accounts with the demo password can sign in; the login page says so. */
  demo: boolean
  /** What the company's directory is called whose passwords the form takes, too; null without one. */
  directory: string | null
  /** Where people sign in instead, in the order of their buttons. */
  providers: readonly { key: string; title: string; kind: string }[]
  /** IANA time zone of the business. */
  zone: string
  /** Hour at which the business day begins. */
  cutoffHour: number
}

export function makePage(
  folder: string,
  settings: Settings,
  hasDemoPasswords: () => Promise<boolean>,
  fileName = 'index.html',
) {
  const path = join(folder, fileName)
  let kept: { changed: number; text: string } | undefined

  async function template(): Promise<string | null> {
    const stats = await stat(path).catch(() => null)
    if (!stats) return null
    if (kept?.changed !== stats.mtimeMs) kept = { changed: stats.mtimeMs, text: await readFile(path, 'utf8') }
    return kept.text
  }

  /** The page for a host name; null before the web part was built. */
  return async (hostName: string): Promise<string | null> => {
    const text = await template()
    if (text === null) return null
    const { signIn } = settings.installation
    const installation: PageInstallation = {
      ...brandOf(settings.installation, hostName),
      demo: await hasDemoPasswords(),
      directory: signIn.ldap?.title ?? null,
      providers: signIn.providers.map(({ key, title, kind }) => ({ key, title, kind })),
      zone: settings.zone,
      cutoffHour: settings.cutoffHour,
    }
    const meta = `<meta name="installation" content="${escaped(JSON.stringify(installation))}">`
    const titled = text.replace(/<title>.*?<\/title>/s, () => `<title>${escaped(installation.title)}</title>`)
    return titled.replace(placeholder, () => meta)
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
