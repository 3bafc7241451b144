// The page of the present path: loads its module, shows a failed load, and contains its errors.

import { Button } from '@blueprintjs/core'
import { type ComponentType, memo, useEffect, useLayoutEffect, useState } from 'react'
import { Route, Switch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import type { CommandContext } from '#commands/index.ts'
import { pages as addresses } from '#shared/pages.ts'
import { noteNewPage } from '../ui/focus/focusTrail.ts'
import { MissingPlace } from '../ui/missing/MissingPlace.tsx'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { pageRead, readPage } from './ahead.ts'
import { ForbiddenPage } from './ForbiddenPage.tsx'
import { ForeseenPage } from './ForeseenPage.tsx'
import { arrive, callOff, useForeseen } from './foreseen.ts'
import { enterContext } from './keys/contexts.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import type { Page } from './pages.ts'
import { usePageTitle } from './pageTitle.ts'

export function PageOutlet({ pages }: { pages: readonly Page[] }) {
  const path = usePathname()
  const place = useForeseen((foreseen) => foreseen.place)
  useLayoutEffect(() => {
    noteNewPage()
    arrive(path)
  }, [path])
  useEffect(() => callOff, [])
  return (
    <>
      {place?.path !== path && <PageHere key={path} pages={pages} />}
      {place && (
        <ForeseenPage key={place.path} place={place} isAhead={place.path !== path}>
          <PageHere pages={pages} />
        </ForeseenPage>
      )}
    </>
  )
}

const PageHere = memo(function PageHere({ pages }: { pages: readonly Page[] }) {
  return (
    <PageBoundary>
      <MissingPlace>
        <Switch>
          {pages.map((page) => (
            <Route path={page.path} key={page.path}>
              <LoadedPage page={page} key={page.path} />
            </Route>
          ))}
          {/* Not a lazy chunk: a refusal must not depend on a further download. */}
          <Route path={addresses.forbidden.path}>
            <ForbiddenPage />
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </MissingPlace>
    </PageBoundary>
  )
})

function LoadedPage({ page }: { page: Page }) {
  const [Content, setContent] = useState<ComponentType | null>(() => pageRead(page))
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads anew.
  useEffect(() => {
    if (Content) return
    let left = false
    setFailed(false)
    readPage(page).then(
      (read) => {
        if (!left) setContent(() => read)
      },
      (error: unknown) => {
        console.error(error)
        if (!left) setFailed(true)
      },
    )
    return () => {
      left = true
    }
  }, [page, attempt])
  if (failed) return <LoadFailure onRetry={() => setAttempt(attempt + 1)} />
  if (!Content) return <Skeleton />
  return (
    <>
      <PageTitle title={page.title} delayMs={page.titleDelayMs} />
      <PageContexts page={page} />
      <Content />
    </>
  )
}

/** Rendered before the page, so that a title set by the page itself comes later and stays. */
function PageTitle({ title, delayMs = 0 }: { title: string; delayMs?: number | undefined }) {
  usePageTitle(title, delayMs)
  return null
}

function PageContexts({ page }: { page: Page }) {
  useEffect(() => {
    const leave = [page.context ?? []].flat().map(({ name }) => enterContext(name as CommandContext))
    return () => {
      for (const end of leave) end()
    }
  }, [page])
  return null
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title="An error occurred while loading the component"
      description="页面加载失败，可能是网络中断，或系统刚刚更新"
      onRetry={onRetry}
      // After an update of the product the module's old file is gone: only a new document knows the new name.
      action={<Button text="刷新页面" onClick={() => window.location.reload()} />}
    />
  )
}
