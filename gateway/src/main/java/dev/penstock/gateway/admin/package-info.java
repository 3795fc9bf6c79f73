/** What operators and their machines ask: whether it lives, whether it is ready, its figures, and a reload. */
package dev.penstock.gateway.admin;
