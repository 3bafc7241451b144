// Rows of the tree as Blueprint's Tree draws them.
import type { TreeNodeInfo } from '@blueprintjs/core'
import { Document, Endorsed, FolderClose, FolderOpen, Lock, People, Star } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import type { ViewMeta } from '#features/statement/contract.ts'
import { NameField } from './NameField.tsx'
import { NodeLabel } from './NodeLabel.tsx'
import { type FolderNode, type NodeKey, viewKey } from './shape.ts'
import { standingText, standingWord } from './standing.ts'
import type { Naming } from './store.ts'

interface NodeContext {
  isExpanded: (key: NodeKey) => boolean
  cursor: NodeKey | null
  opened: NodeKey | null
  naming: Naming | null
  stars: readonly number[]
}

export type NodeInfo = TreeNodeInfo<{ key: NodeKey }>

const iconOf = (view: ViewMeta) =>
  view.audience === 'all' ? (
    <Document size={14} />
  ) : view.audience === 'some' ? (
    <People size={14} title="部分人可以看" />
  ) : (
    <Lock size={14} title="私有，仅自己可见" />
  )

const audienceMarks = { all: '', some: '部分人可以看', own: '私有，仅自己可见' }
const marksOf = (view: ViewMeta, { stars }: NodeContext) =>
  [audienceMarks[view.audience], stars.includes(view.id) ? '已收藏' : '', standingText(view)]
    .filter(Boolean)
    .join('；') || undefined

export function viewNode(view: ViewMeta, context: NodeContext, depth: number): NodeInfo {
  const key = viewKey(view.id)
  const renaming = context.naming?.kind === 'rename' && context.naming.key === key
  return {
    id: key,
    nodeData: { key },
    icon: iconOf(view),
    hasCaret: false,
    isSelected: context.opened === key,
    className: context.cursor === key ? 'tree-cursor' : '',
    label: renaming ? (
      <NameField naming={context.naming as Naming} initial={view.name} />
    ) : (
      <NodeLabel
        nodeKey={key}
        name={view.name}
        depth={depth}
        selected={context.opened === key}
        marks={marksOf(view, context)}
      />
    ),
    secondaryLabel: (
      <>
        {standingMark(view)}
        {context.stars.includes(view.id) && <Star size={12} className="tree-star" title="已收藏" />}
      </>
    ),
  }
}

function standingMark(view: ViewMeta): ReactNode {
  const word = standingWord(view)
  if (word === '停用')
    return (
      <span className="tree-retired" title={standingText(view)}>
        停用
      </span>
    )
  return word === '已核对' && <Endorsed size={12} className="tree-verified" title={standingText(view)} />
}

const newNode = (naming: Naming): NodeInfo => ({
  id: 'new',
  icon: naming.kind === 'newFolder' ? <FolderClose size={14} /> : <Lock size={14} />,
  hasCaret: false,
  label: <NameField naming={naming} initial="" />,
})

function folderNode(node: FolderNode, context: NodeContext, depth = 0): NodeInfo {
  const { key, folder, name } = node
  const expanded = context.isExpanded(key)
  const { naming } = context
  const renaming = naming?.kind === 'rename' && naming.key === key
  const folderId = folder?.id ?? null
  const newHere =
    folderId !== null &&
    ((naming?.kind === 'newFolder' && naming.parentId === folderId) ||
      (naming?.kind === 'newView' && naming.typeId === folderId))
  return {
    id: key,
    nodeData: { key },
    icon: expanded ? <FolderOpen size={14} /> : <FolderClose size={14} />,
    hasCaret: true,
    isExpanded: expanded,
    className: context.cursor === key ? 'tree-cursor' : '',
    label: renaming ? (
      <NameField naming={naming} initial={name} />
    ) : (
      <NodeLabel nodeKey={key} name={name} depth={depth} expanded={expanded} />
    ),
    secondaryLabel: expanded ? undefined : <span className="tree-count">{node.count}</span>,
    childNodes: [
      ...(newHere ? [newNode(naming as Naming)] : []),
      ...node.folders.map((child) => folderNode(child, context, depth + 1)),
      ...node.views.map((view) => viewNode(view, context, depth + 1)),
    ],
  }
}

/** All folders; a new folder or private view at the top stands first. */
export function rootNodes(roots: readonly FolderNode[], context: NodeContext): NodeInfo[] {
  const { naming } = context
  const newAtTop =
    (naming?.kind === 'newFolder' && naming.parentId === null) ||
    (naming?.kind === 'newView' && naming.typeId === null)
  return [...(newAtTop ? [newNode(naming)] : []), ...roots.map((root) => folderNode(root, context))]
}
