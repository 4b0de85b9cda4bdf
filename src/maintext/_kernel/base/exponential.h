/* The exponential function with identical results on every machine; C libraries differ in the last bit. */
#ifndef MAINTEXT_EXPONENTIAL_H
#define MAINTEXT_EXPONENTIAL_H

double mt_exp(double number);

#endif
