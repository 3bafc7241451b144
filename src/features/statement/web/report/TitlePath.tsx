// Where the open view stands: its folders, its name, and who may see and rely on it.
import { Button } from '@blueprintjs/core'
import { ChevronRight, Menu as MenuIcon, Star, StarEmpty } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { ShareState } from '../tree/ShareState.tsx'
import { StandingState } from '../tree/StandingState.tsx'
import { pathTo } from '../tree/shape.ts'
import { toggleStar, useTree } from '../tree/store.ts'
import { looseTitle, useIsLoose, useView } from './useView.ts'

/** `children`: what else is said beside the name. */
export function TitlePath({ children }: { children: ReactNode }) {
  const view = useView()
  const isLoose = useIsLoose()
  const shape = useTree((state) => state.shape)
  const stars = useTree((state) => state.stars)
  const starred = view !== null && stars.includes(view.id)
  return (
    <>
      <Button
        className="drawer-toggle"
        variant="minimal"
        icon={<MenuIcon />}
        aria-label="报表目录"
        onClick={() => useTree.setState({ drawer: true })}
      />
      <nav className="title-path" aria-label="位置">
        <Link href={pages.statement()} className="title-step">
          数据报表
        </Link>
        {pathTo(shape, view?.typeId ?? null).map(({ id, name }) => (
          <span key={id} className="title-step">
            <ChevronRight size={12} />
            <span className="title-step-name" title={name}>
              {name}
            </span>
          </span>
        ))}
        <span className="title-step title-here">
          <ChevronRight size={12} />
          <h1 title={view?.name}>{view?.name ?? (isLoose ? looseTitle : '报表')}</h1>
        </span>
        {view && (
          <CommandTip command="view.star" title={starred ? '取消收藏' : '收藏'}>
            <Button
              variant="minimal"
              size="small"
              className="title-star"
              aria-label="收藏"
              aria-pressed={starred}
              icon={starred ? <Star size={14} /> : <StarEmpty size={14} />}
              onClick={() => toggleStar(view.id)}
            />
          </CommandTip>
        )}
        {view && <ShareState view={view} />}
        {view && <StandingState view={view} />}
        {children}
      </nav>
    </>
  )
}
