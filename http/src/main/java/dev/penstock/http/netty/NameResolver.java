package dev.penstock.http.netty;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Looks names up; the platform's own resolver in production. May block. */
@FunctionalInterface
interface NameResolver {

    InetAddress[] resolve(String host) throws UnknownHostException;
}
