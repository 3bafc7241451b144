// Cards of pages without a menu entry for this reader, under their headings.
import { useMemo } from 'react'
import { Link } from 'wouter'
import { cardGroups } from '#web/shell/pages.ts'
import { useSession } from '#web/shell/session.ts'
import { hiddenPlaces } from './places.ts'

export function HiddenPlaces() {
  const roleData = useSession((session) => session.roleData)
  const places = useMemo(() => hiddenPlaces(roleData), [roleData])
  return cardGroups.map((group) => {
    const own = places.filter((place) => place.group === group)
    if (own.length === 0) return null
    return (
      <section className="place-section" aria-label={group} key={group}>
        <h2>{group}</h2>
        <ul className="place-list">
          {own.map(({ path, title, text }) => (
            <li className="home-card" key={path}>
              <div className="home-head">
                <Link href={path} className="home-open">
                  <span className="home-name">{title}</span>
                  <span className="home-path" title={text}>
                    {text}
                  </span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
