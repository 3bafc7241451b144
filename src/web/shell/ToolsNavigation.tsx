// Links between the small tools of all slices, in each tool's title line; only those that the user may open.

import { useMemo } from 'react'
import { commands } from '#commands/index.ts'
import { pages as declared } from '#commands/pages.ts'
import { pages } from '#shared/pages.ts'
import { decide } from './guard.ts'
import { SectionNavigation } from './SectionNavigation.tsx'
import { useSession } from './session.ts'

const paths = [
  pages.othersTestTools(),
  pages.othersJsonPreview(),
  pages.othersTestPage(),
  pages.othersCacheManager(),
  pages.othersConsoleMonit(),
]

export function ToolsNavigation() {
  const roleData = useSession((session) => session.roleData)
  const places = useMemo(
    () =>
      paths.flatMap((path) => {
        const page = declared.find((one) => one.path === path)
        if (!page || decide(path, '', roleData).kind !== 'stay') return []
        const command = commands.find(({ go }) => go === path)
        return [{ path, title: page.title, ...(command && { command: command.id }) }]
      }),
    [roleData],
  )
  return <SectionNavigation label="工具" places={places} />
}
