/* The exponential function with the same bits on every machine; those of C libraries differ in the last. */
#ifndef MAINTEXT_EXPONENTIAL_H
#define MAINTEXT_EXPONENTIAL_H

double mt_exp(double number);

#endif
