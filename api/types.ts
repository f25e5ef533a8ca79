export * from './index';
export * from './testing';
