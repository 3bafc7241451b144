// Who can see a view, beside its name: shared or private. A click turns it round where the reader may.
import { Button, Tag } from '@blueprintjs/core'
import { Lock, People } from '@blueprintjs/icons'
import type { ViewMeta } from '../../contract.ts'
import { toggleShared } from './actions.ts'

export function ShareState({ view: { id, shared, editable, owner } }: { view: ViewMeta }) {
  const icon = shared ? <People size={12} /> : <Lock size={12} />
  const text = shared ? '共享' : '私有'
  if (!editable) {
    return (
      <Tag
        minimal
        className="share-state"
        icon={icon}
        title={`${owner} 的视图，${shared ? '有权限的同事都能看到' : '仅所有者可见'}`}
      >
        {text}
      </Tag>
    )
  }
  return (
    <Button
      size="small"
      variant="minimal"
      className="share-state"
      icon={icon}
      text={text}
      title={shared ? '有权限的同事都能看到，点击设为私有' : '仅自己可见，点击共享'}
      onClick={() => toggleShared(id)}
    />
  )
}
