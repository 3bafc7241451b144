// Releasing a key clicks only the element on which it was pressed, and nothing if the press ran a command. Blueprint's
// buttons click when Enter or Space is released; a command may focus a button while the key is still down, and the
// release would click it.

const pressing = new Set(['Enter', ' '])

export interface KeyUps {
  /** Call when the pressed key ran a command: its release clicks nothing. */
  taken: () => void
  end: () => void
}

/** Starts listening. */
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
  // On the window, before all other listeners: a key that is a command goes no further.
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
