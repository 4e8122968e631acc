/**
 * For the type contracts: `any` fits every type, so a contract that only reads and makes values never sees it. Nothing
 * else but `any` takes 0 for a part of itself.
 */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** `true` where no element of the tuple is `any`: `const sure: NoneAny<[Message["content"], Message["role"]]> = true;` */
export type NoneAny<T extends unknown[]> = true extends { [K in keyof T]: IsAny<T[K]> }[number] ? false : true;
