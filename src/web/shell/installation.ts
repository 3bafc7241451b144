// The installation's settings for this host name, which the server writes into the page.
import { isRecord } from './storage.ts'

export interface Provider {
  key: string
  title: string
  kind: string
}

interface Installation {
  title: string
  /** Path of the image; with null only the title shows. */
  logo: string | null
  favicon: string | null
  /** Whether the demo accounts exist. */
  demo: boolean
  /** What the company's directory is called whose passwords the sign-in form takes, too. */
  directory: string | null
  /** Where people sign in instead. */
  providers: readonly Provider[]
  /** The business time zone. */
  zone: string
  /** Hour at which the business day begins, 0 to 23. */
  cutoffHour: number
}

const defaults: Installation = {
  title: 'analytics V3',
  logo: null,
  favicon: null,
  demo: false,
  directory: null,
  providers: [],
  zone: 'Asia/Shanghai',
  cutoffHour: 0,
}

let read: Installation | null = null

export function installation(): Installation {
  read ??= readInstallation(document)
  return read
}

function readInstallation(page: Document): Installation {
  const content = page.querySelector('meta[name="installation"]')?.getAttribute('content') ?? ''
  try {
    const value: unknown = JSON.parse(content)
    return isRecord(value) ? withDefaults(value) : defaults
  } catch {
    return defaults
  }
}

function withDefaults(value: Record<string, unknown>): Installation {
  const text = (name: keyof Installation) => {
    const found = value[name]
    return typeof found === 'string' && found !== '' ? found : null
  }
  return {
    title: text('title') ?? defaults.title,
    logo: text('logo'),
    favicon: text('favicon'),
    demo: value.demo === true,
    directory: text('directory'),
    providers: Array.isArray(value.providers) ? (value.providers as Provider[]) : [],
    zone: text('zone') ?? defaults.zone,
    cutoffHour: typeof value.cutoffHour === 'number' ? value.cutoffHour : defaults.cutoffHour,
  }
}

/** Sets the installation's favicon, if it differs from the page's. */
export function showFavicon(): void {
  const { favicon } = installation()
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (favicon && link && link.getAttribute('href') !== favicon) link.href = favicon
}
