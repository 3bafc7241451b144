// Who can see a view, shown beside its name: shared or private. Its menu explains this, copies the link and
// changes it.
import { Lock, People } from '@blueprintjs/icons'
import { useState } from 'react'
import { MenuButton } from '#web/ui/menus/MenuButton.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Audience, ViewMeta } from '#features/statement/contract.ts'

const ShareMenu = onDemand(async () => (await import('./ShareMenu.tsx')).ShareMenu)

const names: Record<Audience, string> = { own: '私有', some: '部分人', all: '共享' }

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
      {view.audience === 'own' ? <Lock size={12} /> : <People size={12} />}
      <span className="bp6-button-text">{names[view.audience]}</span>
    </MenuButton>
  )
}
