// A key presses only what it went down on, and nothing where it was a command. Blueprint's buttons click when Enter or Space comes up, and what such a key
// runs or closes gives the focus to a button while it is still down: the button would be pressed, too.

const pressing = new Set(['Enter', ' '])

export interface KeyUps {
  /** The key that is down ran a command: what it went down on is not pressed, too. */
  taken: () => void
  end: () => void
}

/** Begins to listen. */
export function startKeyUps(): KeyUps {
  let wentDownOn: EventTarget | null = null
  const down = ({ key, repeat, target }: KeyboardEvent) => {
    if (pressing.has(key) && !repeat) wentDownOn = target
  }
  const up = (event: KeyboardEvent) => {
    if (!pressing.has(event.key) || event.target === wentDownOn) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // On the window, before anyone else: keys that are commands go no further.
  window.addEventListener('keydown', down, true)
  window.addEventListener('keyup', up, true)
  return {
    taken: () => {
      wentDownOn = null
    },
    end: () => {
      window.removeEventListener('keydown', down, true)
      window.removeEventListener('keyup', up, true)
    },
  }
}
