// Links between the pages of a section, in each page's title line.
import { useEffect, useRef } from 'react'
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

const rightOf = (element: Element): number => element.getBoundingClientRect().right

export function SectionNavigation({ label, places }: { label: string; places: readonly SectionPlace[] }) {
  const present = plainPath(usePathname())
  const links = useRef<HTMLElement>(null)
  // In a narrow window the present page's link may lie beyond the edge.
  useEffect(() => {
    const here = links.current?.querySelector('[aria-current="page"]')
    if (links.current && here) links.current.scrollLeft += Math.max(0, rightOf(here) - rightOf(links.current))
  }, [])
  return (
    <nav className="section-navigation" aria-label={label} ref={links}>
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
