WITH _1_last_moments AS MATERIALIZED (
  SELECT f."cgi" AS "d3", max(f."login_date") FILTER (WHERE (f."minutes") IS NOT NULL) AS "_1_last_p61_at"
  FROM "login_day" AS f
  GROUP BY 1
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."d3", _1_last_moments."_1_last_p61_at", sum(f."minutes") AS "p61"
  FROM "login_day" AS f
  JOIN _1_last_moments ON _1_last_moments."d3" IS NOT DISTINCT FROM f."cgi" AND _1_last_moments."_1_last_p61_at" = f."login_date"
  WHERE f."login_date" IN (SELECT DISTINCT _1_last_moments."_1_last_p61_at" FROM _1_last_moments)
  GROUP BY 1, 2
  UNION ALL
  SELECT "d3", "_1_last_p61_at", NULL AS "p61"
  FROM _1_last_moments
  WHERE "_1_last_p61_at" IS NULL
),
_rows AS MATERIALIZED (
  SELECT "d3", sum("p61") AS "p61"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", (
      SELECT sum("p61") AS "p61"
      FROM (
        SELECT arg_max("p61", "_1_last_p61_at") AS "p61"
        FROM (
          SELECT "_1_last_p61_at", sum("p61") AS "p61"
          FROM _1_last
          GROUP BY 1
        ) AS moments
      ) AS lasts
    ) AS "p61"
  UNION ALL
  SELECT 1 AS "_level", "d3", "p61"
  FROM _rows
)
SELECT r."d3", r."p61"
FROM _levels AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
