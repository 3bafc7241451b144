// Files dropped anywhere on a page go to the slice that takes them, if the user may use it. Otherwise the browser would
// leave the product and open the file.
import { useEffect, useState } from 'react'
import type { PermissionKey } from '#shared/permissions.ts'
import { holds, useSession } from './session.ts'

export interface DropTaker {
  permission: PermissionKey
  /** Shown while a file is dragged over the page. */
  title: string
  take(file: File): Promise<void>
}

let taker: DropTaker | null = null

export function setDropTaker(given: DropTaker): void {
  taker = given
}

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** The text shown while a file is dragged over the page; null otherwise, or when no slice takes files. */
export function useDrops(): string | null {
  const [over, setOver] = useState(false)
  const roleData = useSession((session) => session.roleData)
  const mayTake = taker !== null && holds(taker.permission, roleData)
  useEffect(() => {
    if (!mayTake) return
    const hold = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      // A field on the page has already taken the file.
      if (event.defaultPrevented || !holdsFiles(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) void taker?.take(file)
    }
    window.addEventListener('dragover', hold)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', hold)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [mayTake])
  return over && mayTake ? (taker?.title ?? null) : null
}
