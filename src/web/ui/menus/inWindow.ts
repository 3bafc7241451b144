// How popups stand in the window: on the other side of their control where there is more room, and where neither side has
// enough, moved until they fit.
export const inWindow = {
  flip: { padding: 4 },
  shift: { crossAxis: true, padding: 4 },
}
