// /statement: the tree, and beside it the home page with today's figures.
import { Button } from '@blueprintjs/core'
import { Menu as MenuIcon } from '@blueprintjs/icons'
import { onDemand } from '#web/ui/onDemand.tsx'
import { ReplaceHost } from './replace/ReplaceHost.tsx'
import { Side } from './tree/Side.tsx'
import { useTree } from './tree/store.ts'
import './tree/tree.css'

const Home = onDemand(async () => (await import('./home/Home.tsx')).Home)

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
          <Home />
        </div>
        <ReplaceHost />
      </section>
    </div>
  )
}
