/** The operations API: look at operations, hand work over, cancel, and decide (design 12, "Operations"). */
package dev.penstock.gateway.operations;
