/* The few functions of Node that tests use: the application itself has none of it. */
declare module 'node:zlib' {
  export function crc32(data: Uint8Array): number;
  export function deflateSync(data: Uint8Array): import('node:buffer').Buffer;
  export function inflateSync(data: Uint8Array): import('node:buffer').Buffer;
}

declare module 'node:buffer' {
  export interface Buffer extends Uint8Array {
    subarray(from: number, to?: number): Buffer;
    copy(to: Buffer, at: number): void;
    write(text: string, at: number, coding: string): void;
    toString(coding?: string, from?: number, to?: number): string;
    readUInt16BE(at: number): number;
    readUInt32BE(at: number): number;
    writeUInt32BE(value: number, at: number): void;
  }
  export const Buffer: {
    alloc(size: number): Buffer;
    from(bytes: Uint8Array | number[]): Buffer;
    concat(parts: Uint8Array[]): Buffer;
  };
}
