// How popups fit into the window: they flip to the side of their control with more room, and shift if neither side has
// enough.
export const inWindow = {
  flip: { padding: 4 },
  shift: { crossAxis: true, padding: 4 },
}
