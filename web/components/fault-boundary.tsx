import { Component } from 'react';
import type { ReactNode } from 'react';

type Props = { readonly children: ReactNode; readonly fallback: ReactNode; readonly onFault?: () => void };

/** Shows `fallback` in place of a part that could not be loaded or drawn. A class, as React has no hook for this. */
export class FaultBoundary extends Component<Props, { readonly broken: boolean }> {
  override readonly state = { broken: false };

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(): void {
    this.props.onFault?.();
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
