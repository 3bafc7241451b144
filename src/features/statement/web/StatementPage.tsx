// /statement: the tree, and beside it where one was lately.
import { Button } from '@blueprintjs/core'
import { Document, Lock, Menu as MenuIcon, Star, Time } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { KeyHint } from '../../../web/shell/keys/KeyHint.tsx'
import { holds, useSession } from '../../../web/shell/session.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { Skeleton } from '../../../web/ui/Skeleton.tsx'
import type { ViewMeta } from '../contract.ts'
import { ReplaceHost } from './replace/ReplaceHost.tsx'
import { startNaming, viewAddress } from './tree/actions.ts'
import { Side } from './tree/Side.tsx'
import { pathTo, type Shape } from './tree/shape.ts'
import { loadTree, useTree } from './tree/store.ts'
import './tree/tree.css'

const mostCards = 12

function Cards({
  title,
  icon,
  views,
  shape,
}: {
  title: string
  icon: ReactElement
  views: ViewMeta[]
  shape: Shape
}) {
  if (views.length === 0) return null
  return (
    <section className="place-section">
      <h2>
        {icon}
        {title}
      </h2>
      <ul className="place-list">
        {views.slice(0, mostCards).map((view) => (
          <li key={view.id}>
            <Link href={viewAddress(view.id)} className="place-card">
              {view.shared ? (
                <Document size={14} className="place-icon" />
              ) : (
                <Lock size={14} className="place-icon" />
              )}
              <span className="place-name">{view.name}</span>
              <span className="place-path">
                {pathTo(shape, view.typeId)
                  .map(({ name }) => name)
                  .join(' / ') || '我的私有报表'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NextSteps() {
  const mayImport = useSession((session) => holds('search_config', session.roleData))
  return (
    <ul className="next-steps" aria-label="下一步">
      <li>
        <KeyHint command="view.search" /> 按名称或拼音查找报表
      </li>
      <li>
        <KeyHint command="palette.open" /> 打开面板，搜索报表、指标和命令
      </li>
      <li>
        <KeyHint command="view.create" /> 新建视图
      </li>
      {mayImport && (
        <li>
          <KeyHint command="imports.open" /> <Link href="/config/import">导入数据</Link>
          ：从文件到报表，也可以把文件拖进来
        </li>
      )}
      <li>
        <KeyHint command="help.open" /> 查看全部快捷键
      </li>
    </ul>
  )
}

function Places() {
  const { shape, status, failure, recents, stars } = useTree()
  if (status === 'idle' || status === 'loading') return <Skeleton lines={6} />
  if (status === 'failed')
    return <ErrorState title="报表目录没有加载" failure={failure} onRetry={() => void loadTree()} />
  const known = (ids: number[]) => ids.flatMap((id) => shape.views.get(id) ?? [])
  const starred = known(stars)
  const recent = known(recents)
  const first = [...shape.views.values()].filter(({ shared }) => shared).slice(0, 6)
  if (shape.views.size === 0) {
    return (
      <EmptyState
        icon={<Document size={32} />}
        title="还没有报表"
        description="新建一个视图，选好指标和维度就是一张报表。"
        action={
          <Button intent="primary" onClick={() => startNaming('newView')}>
            新建视图 <KeyHint command="view.create" />
          </Button>
        }
      />
    )
  }
  return (
    <>
      <Cards title="星标" icon={<Star size={14} className="place-star" />} views={starred} shape={shape} />
      <Cards title="最近打开" icon={<Time size={14} />} views={recent} shape={shape} />
      {starred.length + recent.length === 0 && (
        <Cards title="从这里开始" icon={<Document size={14} />} views={first} shape={shape} />
      )}
      <NextSteps />
    </>
  )
}

export function Page() {
  return (
    <div className="statement">
      <Side />
      <section className="report-page">
        <div className="title-line">
          <Button
            className="drawer-toggle"
            variant="minimal"
            icon={<MenuIcon />}
            aria-label="报表目录"
            onClick={() => useTree.setState({ drawer: true })}
          />
          <h1 className="title-name">数据报表</h1>
        </div>
        <div className="places">
          <Places />
        </div>
        <ReplaceHost />
      </section>
    </div>
  )
}
