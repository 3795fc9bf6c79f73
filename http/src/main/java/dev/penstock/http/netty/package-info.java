/**
 * The transport on Netty's channels. Per exchange, two sides meet in {@link
 * dev.penstock.http.netty.ExchangeState}: the reader's thread, which blocks, and the event loop, which never does.
 */
package dev.penstock.http.netty;
