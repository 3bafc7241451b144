// Folders and views as a tree; recent and starred views as a list. Arrow keys move, Enter opens.
import { Tree } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useSearch } from 'wouter'
import { matcherOf } from '#web/pick/matching.ts'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { queryOf } from '#web/shell/longAddress.ts'
import { ContextArea } from '#web/ui/menus/ContextArea.tsx'
import { readAddress } from '../address/address.ts'
import { openView } from './actions.ts'
import { NodeMenu } from './NodeMenu.tsx'
import { type NodeInfo, rootNodes, viewNode } from './nodes.tsx'
import { readAsTree } from './readAsTree.ts'
import { idOf, isViewKey, type NodeKey, narrow, type Row, viewKey, visibleRows } from './shape.ts'
import { setOpen, showFolder, useTree } from './store.ts'
import { stepOf } from './walking.ts'

const everything = () => true

function useRows() {
  const { shape, tab, find, open, recents, stars } = useTree()
  return useMemo(() => {
    const matches = matcherOf(find)
    if (tab === 'all') {
      const finding = find.trim() !== ''
      const roots = finding ? narrow(shape.roots, matches) : shape.roots
      const isExpanded = finding ? everything : (key: NodeKey) => open.has(key)
      return { roots, isExpanded, rows: visibleRows(roots, isExpanded), views: [] }
    }
    const views = (tab === 'recent' ? recents : stars).flatMap((id) => {
      const view = shape.views.get(id)
      return view && matches(view.name, view.pinyin) ? [view] : []
    })
    const rows = views.map(
      (view): Row => ({ key: viewKey(view.id), depth: 0, parent: null, node: null, view, expanded: false }),
    )
    return { roots: [], isExpanded: everything, rows, views }
  }, [shape, tab, find, open, recents, stars])
}

const emptyTexts = {
  all: '没有匹配的报表',
  recent: '还没有打开过报表',
  starred: '还没有收藏的报表',
} as const

export function ReportTree() {
  const { tab, find, cursor, naming, stars } = useTree()
  const { roots, isExpanded, rows, views } = useRows()
  const search = useSearch()
  const opened = useMemo(() => {
    const { view } = readAddress(search).address
    return view === null ? null : viewKey(view)
  }, [search])
  const box = useRef<HTMLDivElement>(null)

  const go = (key: NodeKey) => (isViewKey(key) ? openView(idOf(key)) : setOpen(key, !isExpanded(key)))
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.nativeEvent.isComposing) return
    const step = stepOf(event, rows, cursor)
    if (!step) return
    event.preventDefault()
    if (step.open !== undefined) setOpen(step.key, step.open)
    useTree.setState({ cursor: step.key })
    if (step.enter) go(step.key)
  }

  useEffect(() => {
    const tree = box.current
    const enter = (event: Event) => {
      // The first matching view rather than the folder above it.
      const first = rows.find(({ view }) => view) ?? rows[0]
      if (!first) return
      useTree.setState({ cursor: first.key })
      if ((event as CustomEvent).detail === 'Enter' && isViewKey(first.key)) openView(idOf(first.key))
    }
    tree?.addEventListener('tree-enter', enter)
    return () => tree?.removeEventListener('tree-enter', enter)
  }, [rows])
  useEffect(() => {
    if (cursor) document.getElementById(`tree-${cursor}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [cursor])

  const folder = Number(queryOf(search).get('folder') ?? 0)
  const isKnown = useTree(({ shape }) => shape.folders.has(folder))
  useEffect(() => {
    if (isKnown) showFolder(folder)
  }, [folder, isKnown])

  useEffect(() => (box.current ? readAsTree(box.current) : undefined), [])

  const context = { isExpanded, cursor, opened, naming, stars }
  const contents: NodeInfo[] =
    tab === 'all' ? rootNodes(roots, context) : views.map((view) => viewNode(view, context, 0))
  const click = ({ nodeData }: NodeInfo) => {
    if (!nodeData) return
    useTree.setState({ cursor: nodeData.key })
    go(nodeData.key)
  }
  return (
    <ContextArea
      menu={<NodeMenu />}
      className="side-scroll"
      onOpen={({ target }) => {
        // When opened by keyboard, the menu acts on the row under the cursor.
        if (target === box.current) return cursor ? document.getElementById(`tree-${cursor}`) : null
        const row = (target as Element).closest('.bp6-tree-node-content')
        const key = row?.querySelector('.tree-label')?.id.replace(/^tree-/, '') ?? null
        useTree.setState({ cursor: key })
        return null
      }}
    >
      <div
        ref={box}
        className="statement-tree"
        role="tree"
        tabIndex={0}
        aria-label="报表目录"
        aria-activedescendant={cursor ? `tree-${cursor}` : undefined}
        onKeyDown={handleKey}
        onFocus={() => {
          if (cursor === null && rows[0]) useTree.setState({ cursor: opened ?? rows[0].key })
        }}
      >
        <Tree
          compact
          contents={contents}
          onNodeClick={click as never}
          onNodeExpand={({ nodeData }) => nodeData && setOpen((nodeData as { key: NodeKey }).key, true)}
          onNodeCollapse={({ nodeData }) => nodeData && setOpen((nodeData as { key: NodeKey }).key, false)}
        />
        {rows.length === 0 && !naming && (
          <p className="side-empty">
            {find || tab !== 'all' ? (
              emptyTexts[find ? 'all' : tab]
            ) : (
              <>
                还没有报表，
                <ByKey command="view.create" />
                新建
              </>
            )}
          </p>
        )}
      </div>
    </ContextArea>
  )
}
