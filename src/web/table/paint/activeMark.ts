// Screen readers follow the active cell by its id, which moves from element to element with the cell.

export class ActiveMark {
  private readonly id: string
  private element: HTMLElement | null = null

  constructor(prefix: string) {
    this.id = `${prefix}-active`
  }

  /** `grid` has the focus; `element` shows the active cell, null while the cell is out of view. */
  put(grid: Element | null, element: HTMLElement | null): void {
    if (this.element !== element) {
      this.element?.removeAttribute('id')
      this.element?.removeAttribute('aria-selected')
      element?.setAttribute('id', this.id)
      element?.setAttribute('aria-selected', 'true')
      this.element = element
    }
    if (element) grid?.setAttribute('aria-activedescendant', this.id)
    else grid?.removeAttribute('aria-activedescendant')
  }
}
