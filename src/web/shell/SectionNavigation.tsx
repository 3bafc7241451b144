// Links between the pages of a section, in each page's title line.
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import type { CommandId } from '#commands/index.ts'
import { CommandTip } from './keys/CommandTip.tsx'
import { plainPath } from './routeRules.ts'
import './sectionNavigation.css'

export interface SectionPlace {
  path: string
  title: string
  /** Command that opens the page; its key is shown. */
  command?: CommandId
}

export function SectionNavigation({ label, places }: { label: string; places: readonly SectionPlace[] }) {
  const present = plainPath(usePathname())
  return (
    <nav className="section-navigation" aria-label={label}>
      {places.map(({ path, title, command }) => {
        const isHere = plainPath(path) === present
        const link = (
          <Link key={path} href={path} className="section-link" aria-current={isHere ? 'page' : undefined}>
            {title}
          </Link>
        )
        return command ? (
          <CommandTip key={path} command={command} title={title}>
            {link}
          </CommandTip>
        ) : (
          link
        )
      })}
    </nav>
  )
}
