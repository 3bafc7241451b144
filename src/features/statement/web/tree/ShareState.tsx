// Who can see a view, shown beside its name: shared or private. Its menu explains this, copies the link and
// changes it.
import { Lock, People } from '@blueprintjs/icons'
import { useState } from 'react'
import { MenuButton } from '#web/ui/menus/MenuButton.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { ViewMeta } from '#features/statement/contract.ts'

const ShareMenu = onDemand(async () => (await import('./ShareMenu.tsx')).ShareMenu)

export function ShareState({ view }: { view: ViewMeta }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <MenuButton
      className="share-state bp6-button bp6-minimal bp6-small"
      label="谁能看到"
      placement="bottom-start"
      isOpen={isOpen}
      onToggle={setOpen}
      preload={ShareMenu.preload}
      menu={<ShareMenu view={view} />}
    >
      {view.shared ? <People size={12} /> : <Lock size={12} />}
      <span className="bp6-button-text">{view.shared ? '共享' : '私有'}</span>
    </MenuButton>
  )
}
